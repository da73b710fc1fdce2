export const USAGE = `Usage: fermix VERB [OPTIONS] [ARGUMENTS]

Verbs
  ask MESSAGE…        ask the agent; the answer streams to the terminal
  tool NAME '{json}'  run one tool; "-" reads the JSON from standard input
  tools               list every capability (also: capabilities)
  history search …    find what was said and done
  skills list         list the skills; also: skills view NAME [REFERENCE], skills reload
  doctor              check this installation
  diagnostics export  print a bundle for somebody who helps: no messages, no keys
  grant path DIR      let the agent work in a folder
  help                show this text
  version             show the version

Options
  --home DIR          state directory (default: FERMIX_HOME or ~/.fermix)
  --json              machine-readable answer on standard output (ask, tool, tools, history,
                      skills, doctor)
  --offline           look without asking a running app (doctor, diagnostics)
  --timeout MS        give up after MS milliseconds (ask, tool)
  --session ID        continue a conversation (ask)
  --attach PATH       send a file along, may be repeated (ask)
  --stdin             read the message from standard input (ask)
  --yes               answer the question with yes (grant)

Exit codes: 0 done, 1 failed, 2 usage, 3 refused, 4 no host, 5 the key needs the app,
124 timeout, 129/130/143 ended by a signal.
`;
