import {
  connection,
  edit,
  field,
  folder,
  media,
  operation,
  request,
  schema,
  store,
  uriTemplate,
  worker,
} from './coreErrors';
import { failure } from './coreFailure';
import { entry, limit, list, repair, response } from './coreProtocol';

/** Texts of the messages that the core makes, by their codes. */
export const core = {
  /** A sentence that was stored before messages had codes. */
  verbatim: '{text}',
  failure,
  entry,
  limit,
  list,
  repair,
  response,
  connection,
  edit,
  field,
  folder,
  media,
  operation,
  request,
  schema,
  store,
  uriTemplate,
  worker,
  command: {
    executable: 'Executable file found.',
    onPath: 'Found on the PATH of your login shell.',
    notOnPath: 'Not found on the PATH of your login shell. Check the spelling or enter an absolute path.',
  },
} as const;
