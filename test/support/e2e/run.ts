import { execFile } from 'node:child_process';

/** Runs a program with a deadline of 15 s and answers its output; a failure carries what it wrote. */
export function run(
  program: string,
  args: string[],
  env: Record<string, string>,
  deadlineMs = 15_000,
): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(program, args, { env, timeout: deadlineMs, maxBuffer: 4_194_304 }, (error, stdout, stderr) => {
      if (error) reject(new Error(`${program} ${args.join(' ')}: ${error.message}\n${stdout}\n${stderr}`));
      else resolve(stdout);
    });
  });
}
