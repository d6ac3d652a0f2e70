/** Texts of the shell: navigation, window, notices. */
export const app = {
  language: { system: 'System', en: 'English', de: 'Deutsch' },
  nav: {
    label: 'Main',
    approvals: 'Approvals',
    activity: 'Activity',
    search: '<hidden>Search everything, </hidden>{keys}',
    pending: '{count}<hidden> pending</hidden>',
  },
  travel: { label: 'History', back: 'Go back', forward: 'Go forward', withKeys: '{name} ({keys})' },
  blocked: {
    data: 'Data',
    logs: 'Logs',
    help: 'No data was changed; fix the problem, then restart Usher.',
  },
  crashed: { title: 'Couldn’t show this screen', reason: 'Internal error: {message}' },
  zoom: 'Zoom {zoom}',
  running: '“{server}” is running',
  skip: 'Skip to content',
  notice: { label: 'Notices', dismiss: 'Dismiss notice' },
  close: {
    title: 'Close Usher?',
    pending:
      '{count, plural, one {# pending request is dismissed when Usher closes.} other {# pending requests are dismissed when Usher closes.}}',
    show: '{count, plural, one {Show request} other {Show requests}}',
    confirm: 'Close Usher',
  },
} as const;
