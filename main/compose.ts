import type { HostEvent } from '../protocol/ipc/events.ts';
import type { AgentPorts } from './agent/agent-ports.ts';
import { createConversations } from './agent/conversations.ts';
import { createFileAttachments } from './agent/file-attachments.ts';
import { createWorkers } from './agent/subagents/workers.ts';
import { toolResultRecall } from './agent/tool-result-recall.ts';
import { createToolRunner } from './agent/tool-runner.ts';
import { createApprovals } from './approvals/approvals.ts';
import { createCommands } from './commands/all-commands.ts';
import { createIngress } from './commands/ingress.ts';
import { createComputer } from './computer/create-computer.ts';
import { exportRecording } from './computer/recorder/export-recording.ts';
import { createRecorder } from './computer/recorder/recorder.ts';
import type { ConfigStore } from './config/config-port.ts';
import { watchSecrets } from './config/known-secrets.ts';
import { openConfig } from './config/open-config.ts';
import { makeBundle } from './doctor/diagnostics/bundle.ts';
import { createDoctor } from './doctor/doctor.ts';
import { isAbandonedTerminal } from './host/abandoned-terminal.ts';
import { repeat } from './host/background.ts';
import { type ChildMarker, openChildMarker } from './host/child-marker.ts';
import { createClients } from './host/clients.ts';
import { endAll, endEveryLeftover } from './host/ending.ts';
import { withHandCards } from './host/hand-cards.ts';
import { createHub } from './host/hub.ts';
import { keepRegistered } from './host/keep-registered.ts';
import { isListening } from './host/listen.ts';
import { createLocalServices } from './host/local-service.ts';
import { type OwnedHome, ownHome } from './host/own-home.ts';
import { findOwner } from './host/owner-lock.ts';
import { readPicture } from './host/picture-file.ts';
import type { Host, HostPorts } from './host/ports.ts';
import { promptFacts } from './host/prompt-facts.ts';
import { toStartError } from './host/start-error.ts';
import { startNotices } from './host/start-notices.ts';
import { createHandlers } from './ipc/handlers/handlers.ts';
import { addPicture } from './ipc/handlers/image.ts';
import { logPath } from './log.ts';
import { createMemory } from './memory/create-memory.ts';
import { createMemoryPage } from './memory/memory-page.ts';
import { createDirectClient } from './models/direct/direct-client.ts';
import { createModels } from './models/models-service.ts';
import { createRegistry } from './registry/registry.ts';
import { createChildEnvironment } from './sandbox/child-environment.ts';
import { createGrants } from './sandbox/grants.ts';
import { protectedPaths } from './sandbox/paths/protected-paths.ts';
import { createPrograms } from './sandbox/programs/programs.ts';
import { createSandbox } from './sandbox/sandbox.ts';
import { createSkills } from './skills/create-skills.ts';
import { openStore, type Store } from './store/open-store.ts';
import { allTools } from './tools/all-tools.ts';
import { createSearchPool } from './tools/search/pool.ts';
import { readDenials } from './trace/read-denials.ts';
import { traceModels } from './trace/traced-models.ts';
import { createTraces } from './trace/traces.ts';

/** How often pictures and recordings past their time are removed. */
const SWEEP_MS = 6 * 3_600_000;

/** Takes the home, joins every part and serves the local socket. Rejects with a HostStartError and leaves nothing open. */
export async function compose(ports: HostPorts): Promise<Host> {
  const owned = await ownHome(ports).catch((error: unknown) => {
    throw toStartError(error, ports.home);
  });
  const opened: Opened = { owned, marker: null, store: null };
  try {
    if (owned.tookOver) await endEveryLeftover(owned.runDirectory, ports);
    return await join(ports, opened);
  } catch (error) {
    opened.store?.close();
    opened.marker?.close();
    await owned.close();
    throw toStartError(error, ports.home);
  }
}

interface Opened {
  owned: OwnedHome;
  marker: ChildMarker | null;
  store: Store | null;
}

/** The parts below the agent: settings, store, sandbox, computer use, models. */
function openBase(ports: HostPorts, opened: Opened) {
  const { home, osHome, env, clock, ids, log, startDirectory, userData } = ports;
  const config: ConfigStore = openConfig({ home, env });
  const store = openStore({
    home,
    clock,
    ids,
    retentionDays: () => config.current().desktop.imageDays,
    recordingDays: () => config.current().computerUse.recordingDays,
    memoryIdentity: () => config.current().memory,
  });
  opened.store = store;
  opened.marker = openChildMarker(opened.owned.runDirectory);
  const places = { platform: process.platform, osHome, home, startDirectory, userData };
  const programs = createPrograms({
    clock,
    ids,
    log,
    temporaryDirectory: opened.owned.runDirectory,
    childMarkerFd: opened.marker.fd,
  });
  const { secrets, known } = watchSecrets(ports.openSecrets(home), env);
  const recorder = createRecorder({
    store: store.recordings,
    clock,
    log,
    known,
    recordingDays: () => config.current().computerUse.recordingDays,
  });
  const computer = createComputer({
    clock,
    ids,
    log,
    config,
    home,
    helperDirectory: ports.helperDirectory,
    helperInPlace: ports.helperInPlace ?? false,
    environment: env,
    platform: { os: process.platform, arch: process.arch },
    appVersion: ports.appVersion,
    appPid: process.pid,
    childMarkerFd: opened.marker.fd,
    isAbandoned: isAbandonedTerminal,
    ...(ports.desktop ? { shortcuts: ports.desktop.shortcuts, showBadgeWindow: ports.desktop.showBadge } : {}),
    recorder,
  });
  const traces = createTraces({ home, env, clock, log, known, keepDays: () => config.current().desktop.traceDays });
  const served = createModels({ config, secrets, direct: createDirectClient(), clock, log, version: ports.appVersion });
  const models = { ...served, router: traceModels(served.router, { clock, write: traces.model }) };
  const memory = createMemory({
    store: store.memory,
    reviews: store.reviews,
    models: models.router,
    known,
    settings: () => config.current().memory,
    clock,
    ids,
    log,
  });
  const registry = createRegistry();
  const skills = createSkills({
    home,
    bundled: ports.skillsDirectory ?? null,
    plugins: () => [],
    toolNames: () =>
      new Set([...registry.all(), ...registry.declared().map((one) => one.capability)].map((one) => one.name)),
    usage: store.skillUsage,
    clock,
    log,
  });
  return {
    config,
    store,
    memory,
    skills,
    recorder,
    places,
    programs,
    secrets,
    known,
    models,
    computer: computer.service,
    encoder: computer.encoder,
    sandbox: createSandbox({
      ...{ places, config, env, log },
      trace: (row) => traces.sandbox({ at: clock.now(), ...row }),
    }),
    grants: createGrants({ places, config, env }),
    environment: createChildEnvironment({ places, config, env }),
    search: createSearchPool({ clock }),
    traces,
    registry,
    closing: new AbortController(),
  };
}

type Base = ReturnType<typeof openBase>;

/** The agent and its tools on top of the base. */
function createAgent(ports: HostPorts, base: Base) {
  const { clock, ids, log, env } = ports;
  const { config, store, registry, sandbox, computer } = base;
  const agentPorts: AgentPorts = {
    store: store.conversations,
    images: store.images,
    encoder: base.encoder,
    attachments: createFileAttachments(),
    models: base.models.router,
    registry,
    clock,
    ids,
    log,
    settings() {
      const { agentName, computerUse, compaction, toolSearch } = config.current();
      return {
        agentName,
        maxRetainedScreenshots: computerUse.maxRetainedScreenshots,
        digestThreshold: compaction.threshold,
        digestEffort: compaction.reasoningEffort,
        compaction: compaction.enabled,
        deferral: toolSearch,
      };
    },
    promptFacts: (caller) =>
      promptFacts(caller, { sandbox, config, env, skills: base.skills, platform: process.platform }),
    stopHooks: [(conversationId) => computer.stop(conversationId)],
    memory: base.memory.promptBlock,
    turnEnded: base.memory.noteTurn,
    trace: base.traces.tool,
  };
  const conversations = createConversations(agentPorts);
  const cards = withHandCards(conversations.cards);
  const approvals = createApprovals({ clock, ids, log, cards });
  const deferral = () => config.current().toolSearch;
  const workers = createWorkers(agentPorts);
  const routing = base.models.routing;
  const reach = { ...base, memory: base.memory.tools, ids, approvals, deferral, workers, routing };
  for (const capability of [...allTools(reach), toolResultRecall(store.conversations)]) registry.register(capability);
  const syncComputer = keepRegistered(registry, 'computer_use');
  syncComputer();
  computer.onChange(syncComputer);
  conversations.onEvent(({ conversationId, event }) => {
    if (event.type === 'user-add') computer.newOwnerMessage(conversationId);
  });
  conversations.onChange((change) => {
    if (!('removed' in change)) return;
    void computer.end(change.removed);
    base.memory.refresh();
  });
  const agentHasInput = () => ['idle', 'acting'].includes(computer.state().session);
  const table = createCommands({
    ...base,
    conversations,
    approvals,
    agentHasInput,
    roots: () => sandbox.roots(),
    protectedPaths: () => allProtected(ports, base),
    staysRunning: ports.role === 'app',
    endScreenUse: () => computer.stopAll(),
  });
  const ingress = createIngress({ table, conversations, log });
  return { conversations, approvals, cards, ingress, agentHasInput, runner: createToolRunner(agentPorts) };
}

function allProtected({ env }: HostPorts, { places }: Pick<Base, 'places'>): string[] {
  return Object.values(protectedPaths(places, env)).flat();
}

async function join(ports: HostPorts, opened: Opened): Promise<Host> {
  const { home, clock, log, role, desktop, appVersion } = ports;
  const { owned } = opened;
  const base = openBase(ports, opened);
  const agent = createAgent(ports, base);
  const { config, store, models, computer, registry, closing } = base;
  const doctor = createDoctor({
    home,
    places: base.places,
    env: ports.env,
    runtime: ports.runtime,
    appVersion,
    now: () => clock.now(),
    secrets: base.secrets,
    openConfig: async () => config,
    store() {
      store.check();
      return { path: store.path, driver: store.driver };
    },
    models: () => models.service.state(),
    traces: { ...base.traces, denials: (since) => readDenials(base.traces.folder, since, clock.now()) },
    platform: { os: process.platform, arch: process.arch },
    computer: () => computer.state(),
    probe: () => computer.probe(),
    askPermissions: () => computer.requestPermissions(),
    owner: () => findOwner(owned.runDirectory),
    isListening,
  });
  const hub = createHub({ conversations: agent.conversations, models: models.service, computer });
  base.skills.onChange(() => hub.announce({ name: 'skill.change', payload: null }));
  base.recorder.onChange((id) => hub.announce({ name: 'recording.change', payload: { id } }));
  base.memory.onChange(() => hub.announce({ name: 'memory.change', payload: null }));
  agent.cards.onEvent((payload) => hub.announce({ name: 'conversation.event', payload }));
  const handlers = createHandlers({
    ...agent,
    ...base,
    images: store.images,
    skillUsage: store.skillUsage,
    recordings: store.recordings,
    memoryPage: createMemoryPage({
      memory: base.memory,
      clock,
      titleOf: (id) => (store.conversations.exists(id) ? store.conversations.title(id) : null),
    }),
    exportRecording: (id, folder) => exportRecording(store.recordings, id, folder),
    models: models.service,
    home,
    desktop,
    closing: closing.signal,
    announce: (event: HostEvent) => hub.announce(event),
    roots: () => base.sandbox.roots(),
    protectedPaths: () => allProtected(ports, base),
    doctor: doctor.rows,
    diagnostics: () =>
      makeBundle({
        identity: { version: appVersion, runtime: ports.runtime, platform: process.platform, home },
        now: () => clock.now(),
        doctor: doctor.rows,
        logPath: logPath(home),
        osHome: ports.osHome,
        cover: (text) => base.known.cover(text),
      }),
    permissions: doctor.permissions,
    requestPermissions: doctor.requestPermissions,
    info: () => ({
      name: config.current().agentName,
      version: appVersion,
      runtime: ports.runtime,
      platform: process.platform,
      home,
      startNotices: startNotices(opened.store, owned.tookOver),
    }),
  });
  let handOver: () => void = () => undefined;
  const handedOver = new Promise<void>((resolve) => {
    handOver = resolve;
  });
  const services = createLocalServices({
    ...agent,
    registry,
    images: store.images,
    sandbox: base.sandbox,
    grants: base.grants,
    ids: ports.ids,
    log,
    desktop,
    async addPicture(path, signal) {
      const data = await readPicture(path);
      return data && (await addPicture({ data, name: '' }, { images: store.images, encoder: base.encoder, signal })).id;
    },
    doctor: doctor.rows,
    handOver() {
      if (role === 'cli') handOver();
      return role === 'cli';
    },
  });
  const clients = createClients({ services, appVersion, role, runDirectory: owned.runDirectory, clock, log });
  await owned.serve(clients.accept);
  const background = { clock, log, signal: closing.signal };
  repeat('images.sweep', SWEEP_MS, () => store.images.sweep(clock.now()), background);
  const sweepRecordings = async () => store.recordings.sweep(clock.now());
  repeat('recordings.sweep', SWEEP_MS, sweepRecordings, background);
  repeat('traces.sweep', SWEEP_MS, () => base.traces.sweep(), background);
  // A shorter time counts at once.
  config.onChange(() => {
    void sweepRecordings().catch((error: unknown) => log.warn('recordings.sweep.failed', { error }));
    void base.traces.sweep();
  });
  config.onChange(() => base.memory.refresh());
  void base.memory.start().catch((error: unknown) => log.warn('memory.start.failed', { error }));
  void computer.tidy().catch((error: unknown) => log.warn('computer.leftovers_stay', { error }));
  log.info('host.started', { home, role, runtime: ports.runtime, tookOver: owned.tookOver });

  let ending: Promise<void> | null = null;
  const close = async () => {
    closing.abort(new Error('The host ends.'));
    base.skills.close();
    // Each part is ended whatever becomes of the others: the store and the home must be given back.
    await endAll(log, [() => clients.close(), () => agent.conversations.close(), () => base.memory.close()]);
    await endAll(log, [() => computer.close(), () => base.programs.close()]);
    await endAll(log, [() => base.search.close(), () => models.close()]);
    await endAll(log, [() => base.traces.idle(), () => base.recorder.idle()]);
    await endAll(log, [() => store.close(), () => opened.marker?.close()]);
    await owned.close();
    log.info('host.ended', { home });
  };
  return {
    home,
    startNotices: startNotices(opened.store, owned.tookOver),
    handlers,
    handedOver,
    onEvent: hub.onEvent,
    activity: hub.activity,
    onActivity: hub.onActivity,
    connect: clients.connect,
    busyClients: clients.busy,
    pauseComputer: () => computer.pause(),
    resumeComputer: () => computer.resume(),
    close() {
      ending ??= close();
      return ending;
    },
  };
}
