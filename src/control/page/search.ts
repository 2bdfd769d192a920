import { useEffect, useState } from 'preact/hooks';
import type { FoundPeople } from '../shown/people-views.ts';
import { send } from './api.ts';
import { takeSought } from './arrival.ts';
import type { Places } from './place.ts';

/** The search for people in the head of all pages. What was typed may be a number, so it is in no address. */
export interface PeopleSearch {
  readonly text: string;
  readonly found: FoundPeople | undefined;
  readonly problem: string | undefined;
  readonly isSearching: boolean;
  type(text: string): void;
  run(): Promise<void>;
}

export function usePeopleSearch(places: Places): PeopleSearch {
  const [text, type] = useState(takeSought);
  const [found, setFound] = useState<FoundPeople>();
  const [problem, setProblem] = useState<string>();
  const [isSearching, setSearching] = useState(false);
  const run = async (): Promise<void> => {
    const { query } = places.place;
    setSearching(true);
    setProblem(undefined);
    setFound(undefined);
    if (places.place.path !== '/people' || query['person'] !== undefined)
      places.go('/people', { numbers: query['numbers'] });
    const answer = await send<FoundPeople>('/api/people', { digits: text, numbers: query['numbers'] });
    setSearching(false);
    if ('refused' in answer) return setProblem(answer.refused);
    setFound(answer.value);
    const [only] = answer.value.people;
    if (answer.value.people.length === 1) places.go('/people', { numbers: query['numbers'], person: only?.handle });
  };
  useEffect(() => {
    if (text !== '') void run();
  }, []);
  return { text, found, problem, isSearching, type, run };
}
