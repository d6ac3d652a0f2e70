/** Texts of the resources screen: resources, templates and their content. */
export const resources = {
  annotations: {
    audience: 'Audience',
    modified: 'Last modified',
    priority: 'Priority',
    title: 'Reported by server',
  },
  content: {
    detected: 'Detected type',
    number: 'Content {number, number}',
    pixels: 'Pixels',
    read: 'Read',
    readAt: '{moment} (took {duration})',
    size: 'Size',
    title: 'Content',
  },
  list: { subscribed: 'subscribed', template: 'template {uri}' },
  live: {
    refreshed: 'Refreshed {time}',
    subscribed: 'Subscribed',
    updated: 'Subscribed, updated {time}',
  },
  notRunning: {
    earlier: 'The content shown was read earlier.',
    state: '<server></server> is not running (status: {state}).',
  },
  read: 'Read resource',
  readFrom: 'Read from',
  select: 'Select a resource',
  subscribe: 'Subscribe',
  template: {
    gone: 'Template not available',
    goneHelp: '“{server}” does not list this template.',
    goneHelpUnknown: 'The server does not list this template.',
  },
  view: {
    details: 'Resource details',
    empty: 'No content',
    emptyHelp: 'The server returned no content.',
    label: 'View of the content',
    preview: 'Preview',
    raw: 'Raw JSON of “{resource}”',
    source: 'Source',
    which: 'Content to show',
  },
} as const;
