/** A folder as people know it: the one in which the control room was started has no name there. */
export function folderName(folder: string): string {
  return folder === '.' ? 'this folder' : folder;
}
