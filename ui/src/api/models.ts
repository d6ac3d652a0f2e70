import { useQuery } from '@tanstack/react-query';
import { call } from './client';
import { keys } from './keys';

/** Providers of models, in the order they were added. */
export const useProviders = () =>
  useQuery({ queryKey: keys.providers, queryFn: () => call('model.providers', {}) });

/** The person's own table of hints. */
export const useMappings = () =>
  useQuery({ queryKey: keys.mappings, queryFn: () => call('model.mappings', {}) });
