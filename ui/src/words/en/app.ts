/** Texts of the shell: navigation, window, notices. */
export const app = {
  language: { system: 'System', en: 'English', de: 'Deutsch', pseudo: 'Pseudo' },
} as const;
