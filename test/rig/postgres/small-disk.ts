import { spawnSync } from 'node:child_process';
import { unprivileged } from './start-server.ts';

/**
 * A program that runs another one, `smallDisk(…) COMMAND…`, for whom this folder is a disk of so many megabytes. It needs no rights but
 * those to make namespaces of its own, and the disk is gone when the program ends.
 */
export function smallDisk(folder: string, megabytes: number): readonly string[] {
  const { uid, gid } = unprivileged() ?? { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  const mount = `mount -t tmpfs -o size=${megabytes}m,mode=700 small "$0"`;
  // Only root of the first namespace may mount, and PostgreSQL does not run as root.
  const asBefore = `exec unshare --user --map-user=${uid} --map-group=${gid} "$@"`;
  return ['unshare', '--user', '--map-root-user', '--mount', 'sh', '-ec', `${mount}; ${asBefore}`, folder];
}

/** Whether this machine lets a test have one. */
export function hasSmallDisks(): boolean {
  const [program = '', ...args] = smallDisk('/mnt', 1);
  return spawnSync(program, [...args, 'true'], { ...unprivileged() }).status === 0;
}
