/** Why an app can’t be shown, and which of its hosts are not allowed. */
export const apps = {
  uiApp: {
    fault: {
      empty: 'No page was sent.',
      mediaType: 'Its media type is “{found}”, not “{wanted}”.',
      noText: 'The page is not valid UTF-8.',
      tooLarge: 'The page has {size}; at most {limit} are allowed.',
    },
    dropped: {
      tooMany: 'too many hosts',
      malformed: 'not a valid origin',
      scheme: 'not encrypted or not a web address',
      wildcard: 'wildcard not allowed here',
      address: 'local name or IP address',
      frame: 'pages of other hosts can’t be embedded',
    },
    hiddenFromApps: '{tool} of “{server}” didn’t run: the server hides this tool from apps.',
    hiddenFromModels: '{tool} of “{server}” didn’t run: the server hides this tool from models.',
    alsoDeclined:
      '{tool} of “{server}” didn’t run: a call of the same tool that waited before it was declined.',
    noWindow: 'Apps can’t be shown: Usher runs without a window.',
    tooMany: 'The app can’t be shown: {limit} apps are running. Stop one and try again.',
    noView: 'The app of “{server}” can’t be shown: {reason}',
    memory: 'The app of “{server}” was stopped: it used too much memory.',
    crashed: 'The app of “{server}” stopped unexpectedly.',
    serverChanged: 'The app was stopped: “{server}” was changed.',
    gone: 'The app was stopped. Run the tool again to show it.',
    noTool: '“{server}” doesn’t offer the tool {tool}.',
    none: '{tool} of “{server}” has no app.',
    unusable: 'The app {uri} of “{server}” can’t be shown. {fault}',
  },
  htmlPage: {
    noView: 'The page can’t be shown: {reason}',
    replaced: 'The page was closed: too many pages are open.',
    memory: 'The page was closed: it used too much memory.',
    crashed: 'The page stopped unexpectedly.',
  },
} as const;
