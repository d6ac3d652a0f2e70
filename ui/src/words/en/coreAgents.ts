/** Why the configuration file of an agent was not changed. */
export const agents = {
  agents: {
    brokenAt: '{file} is not valid (line {line}, column {column}). Fix the file, then try again.',
    broken: '{file} is not valid. Fix the file, then try again.',
    twice: '“{key}” is in {file} twice. Remove one of them, then try again.',
    form: '“{key}” in {file} is written in a form that Usher does not edit. Make the change yourself.',
    wrong: 'Usher can’t edit {file} without changing something else. Make the change yourself.',
    link: '{file} has another name or leads nowhere. Make the change in that file yourself.',
    notAFile: '{file} is not a file.',
    tooLarge: '{file} is larger than 16 MiB. Make the change yourself.',
    notText: '{file} is not valid UTF-8. Save the file as UTF-8, then try again.',
    both: 'Both {file} and {other} exist, and the agent reads both. Make the change in one of them yourself.',
    taken: '{file} already has another server named “{name}”. Rename that server, then try again.',
    readOnly: '{file} is read-only. Make the file and its folder writable, then try again.',
    owner: '{file} belongs to another user. Make the change as that user.',
    unknown:
      'This version of Usher doesn’t support the agent “{agent}”. Remove its entry from {file} yourself.',
    gone: 'No agent with the file {file} was found. Refresh the list, then try again.',
    notImported: '“{name}” is no longer in both {file} and Usher. Review the change again.',
    backupGone: 'The backup of {file} is missing or has changed. Add these servers yourself: {names}.',
    previewGone: 'This preview is out of date. Review the change again.',
    nothingToUndo: 'Usher has nothing to undo in {file}.',
    failed: 'An internal error occurred. Try again.',
    changed: '{file} has changed since the preview. Review the change again.',
    unreadable: '{file} couldn’t be read: {reason}.',
    unwritable: '{file} couldn’t be written: {reason}.',
  },
} as const;
