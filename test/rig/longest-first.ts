import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { longFiles } from './long-files.ts';

/** Starts with the longest files, so that none of them runs alone at the end. A machine without earlier runs knows only their sizes. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const place = longFiles.findIndex((file) => moduleId.endsWith(`/${file}`));
      return place >= 0 ? place : longFiles.length;
    };
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}
