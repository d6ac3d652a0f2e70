import type { Catalogue } from '../translate';
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

export const core: Catalogue['core'] = {
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
    executable: 'Ausführbare Datei gefunden.',
    onPath: 'Im PATH der Login-Shell gefunden.',
    notOnPath: 'Nicht im PATH der Login-Shell gefunden. Schreibweise prüfen oder absoluten Pfad eingeben.',
  },
};
