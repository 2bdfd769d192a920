import { useEffect, useRef, useState } from 'preact/hooks';
import type { FoundPeople } from '../shown/people-views.ts';
import type { RoomView } from '../shown/views.ts';
import { send } from './api.ts';
import { takeSought } from './arrival.ts';
import type { Places } from './place.ts';

type Campaigns = RoomView['campaigns'];

export type Search = ReturnType<typeof useSearch>;

/** The search in the head of all pages. What was typed may be a number, so it is in no address. */
export function useSearch(places: Places, all: Campaigns) {
  const [text, type] = useState(takeSought);
  /** Those with such a name. */
  const [campaigns, setCampaigns] = useState<Campaigns>([]);
  const [found, setFound] = useState<FoundPeople>();
  const [problem, setProblem] = useState<string>();
  const [searched, setSearched] = useState('');
  const [isSearching, setSearching] = useState(false);
  const latest = useRef(0);
  const run = async (): Promise<void> => {
    const { query } = places.place;
    const own = ++latest.current;
    setSearching(true);
    setSearched(text);
    setProblem(undefined);
    setFound(undefined);
    const named = all.filter((one) => isNamed(one, text));
    setCampaigns(named);
    if (places.place.path !== '/people' || query['person'] !== undefined)
      places.go('/people', { numbers: query['numbers'] });
    const answer = await send<FoundPeople>('/api/people', { text, numbers: query['numbers'] });
    // Something else was searched for meanwhile.
    if (own !== latest.current) return;
    setSearching(false);
    if ('refused' in answer) return setProblem(named.length === 0 ? answer.refused : undefined);
    setFound(answer.value);
    const [only] = answer.value.people;
    // Who has gone to another page meanwhile stays there.
    const isHere = location.pathname === '/people' && !new URLSearchParams(location.search).has('person');
    if (answer.value.people.length === 1 && named.length === 0 && isHere)
      places.go('/people', { numbers: query['numbers'], person: only?.handle });
  };
  useEffect(() => {
    if (text !== '') void run();
  }, []);
  /** It has not been searched for. */
  const isTyped = text.trim() !== '' && text !== searched;
  return { text, campaigns, found, problem, isSearching, isTyped, type, run };
}

function isNamed({ title, file }: Campaigns[number], text: string): boolean {
  const word = text.trim().toLowerCase();
  return word !== '' && `${title} ${file}`.toLowerCase().includes(word);
}
