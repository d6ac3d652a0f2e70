/** A day as people say it: `3 Nov`. */
export const formatDay = (at: number): string =>
  new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'short' });
