import { keptState } from '../../lib/keptState';

const useQueries = keptState<Readonly<Record<string, string>>>({});

/** What a list is searched for, also while another screen is shown. */
export function useListQuery(list: 'tools' | 'resources' | 'prompts'): [string, (query: string) => void] {
  const [queries, setQueries] = useQueries();
  return [queries[list] ?? '', (query) => setQueries((all) => ({ ...all, [list]: query }))];
}
