import { type Host, type HostPorts, HostStartError } from './host/ports.ts';

/** Takes the home, joins every part and serves the local socket. Rejects with a HostStartError. */
export async function compose(ports: HostPorts): Promise<Host> {
  ports.log.info('host.start', { home: ports.home });
  throw new HostStartError('not_supported', 'The parts of the host are not joined yet.');
}
