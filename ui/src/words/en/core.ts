import { agents } from './coreAgents';
import { apps } from './coreApps';
import { clientTexts } from './coreClients';
import { stored } from './coreData';
import { errors } from './coreErrors';
import { failure } from './coreFailure';
import { modelTexts } from './coreModels';
import { network } from './coreNetwork';
import { protocol } from './coreProtocol';
import { reviews } from './coreReviews';
import { setup } from './coreSetup';
import { webtoolTexts } from './coreWebtools';

/** Texts of the messages that the core makes, by their codes. */
export const core = {
  /** A sentence that was stored before messages had codes. */
  verbatim: '{text}',
  /** Several sentences. */
  sentences: '{first} {next}',
  failure,
  ...agents,
  ...apps,
  ...clientTexts,
  ...errors,
  ...protocol,
  ...stored,
  ...network,
  ...modelTexts,
  ...webtoolTexts,
  group: {
    characters: 'The name of the group contains control or invisible characters.',
    tooLong:
      'The name of the group must have at most {limit, plural, one {# character} other {# characters}}.',
  },
  arrange: {
    twice: 'The same server is listed twice.',
  },
  kept: {
    tooMany: 'There are already {count, plural, one {# bookmark} other {# bookmarks}}. Remove one first.',
    secret: 'This URI contains a secret of its server, so no bookmark can be stored for it.',
  },
  toolRule: {
    oneTool: 'Only a single tool can be always allowed.',
  },
  configText: {
    builtIn: 'The demo server has no configuration to edit.',
    oneServer: 'The text must contain exactly one server.',
    moved: '{reference} stands for a secret of another address. Enter the value.',
    noValue: 'No value is stored for {reference}. Enter the value.',
  },
  restorePin: {
    notAltered: '{name} of “{server}” was not altered.',
    unknown: 'The accepted definition of {name} of “{server}” was not found. Review the current one.',
    restored: '{name}: the accepted definition was restored.',
  },
  /** What stands in stored values in place of what is not stored. */
  omitted: {
    secret: '(not stored, may be a secret)',
    text: '(text of {size}, too large to be stored)',
    whole: '({size}, too large to be stored)',
  },
  zoom: {
    steps: 'The zoom must be one of {steps} percent.',
  },
  ...reviews,
  ...setup,
  command: {
    executable: 'Executable file found.',
    onPath: 'Found on your PATH.',
    notOnPath: 'Not found on your PATH. Check the spelling or enter an absolute path.',
  },
} as const;
