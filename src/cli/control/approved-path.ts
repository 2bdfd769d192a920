import type { ControlRoom } from './control-room.ts';

/** The plan that was approved last on this machine; undefined where there is none. */
export async function approvedPath({ looks, host }: ControlRoom, file: string): Promise<string | undefined> {
  const found = await looks.textOf(file);
  const path = found?.paths.approved;
  return path !== undefined && (await host.files.realPath(path)) !== undefined ? path : undefined;
}

/** With --require-approval a plan must be approved before anything can be started. */
export async function lacksApproval(room: ControlRoom, file: string): Promise<boolean> {
  return room.options.requireApproval === true && (await approvedPath(room, file)) === undefined;
}
