/** Work that is done once at a time: what is asked for while it is under way is done by one more. `isOver`: it is not begun again. */
export function oneAtATime(work: () => Promise<void>, isOver: () => boolean): () => Promise<void> {
  let running: Promise<void> | undefined;
  let isWanted = false;
  const run = async (): Promise<void> => {
    while (isWanted && !isOver()) {
      isWanted = false;
      await work();
    }
    running = undefined;
  };
  return () => {
    isWanted = true;
    running ??= run();
    return running;
  };
}
