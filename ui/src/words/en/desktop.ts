/** Texts of the window’s title, the tray, notifications and dialogs of the system. The page does not draw them. */
export const desktop = {
  title:
    '{count, plural, =0 {Usher} one {(#) Usher: # approval pending} other {(#) Usher: # approvals pending}}',
  tray: { open: 'Open Usher', quit: 'Quit Usher' },
  folder: { title: 'Choose a folder', noWindow: 'the window is closed' },
  saveAs: 'Save as',
  saveInto: 'Save into a folder',
  save: 'Save',
  signIn: {
    done: 'Usher received the response. Close this page and return to Usher.',
    notExpected: 'This sign-in wasn’t started in Usher. Return to Usher and sign in from there.',
  },
  app: { title: 'App of “{server}”', htmlTitle: 'Page “{name}”', stop: 'Stop app' },
  noWindow: 'Usher’s window couldn’t be opened: {reason}. Start Usher in a graphical session.',
  notification: {
    open: 'Open',
    title: {
      elicitation: 'Elicitation request from “{server}”',
      sampling: 'Sampling request from “{server}”',
      roots: 'Roots request from “{server}”',
      call: 'Tool call to “{server}”',
      link: 'Link from “{server}”',
      signIn: '“{server}” requires sign-in',
      review: 'Review required for “{server}”',
      client: 'An agent wants to connect',
    },
    form: 'Fill in the form, or decline.',
    url: 'Open the URL, or decline.',
    sampling: 'Review the request to the model, or decline.',
    roots: 'Share the roots, or decline.',
    call: 'Approve the tool call, or decline.',
    link: 'Open the URL, or cancel.',
    signIn: 'Sign in to connect to the server.',
    configuration: 'Review the configuration before the server starts.',
    changed: 'Review what changed since your last review.',
    client: 'Allow it or block it under Approvals.',
  },
} as const;
