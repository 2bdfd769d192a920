const keptAs = 'callsheet-name';

/** Who decides here, as this browser remembers it: it goes with every decision, and does not have to be typed each time. */
export const rememberedName = {
  get: (): string => localStorage.getItem(keptAs) ?? '',
  set: (name: string): void => localStorage.setItem(keptAs, name),
};
