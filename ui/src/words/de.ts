import { activity } from './de/activity';
import { agents } from './de/agents';
import { app } from './de/app';
import { apps } from './de/apps';
import { approvals } from './de/approvals';
import { chart } from './de/chart';
import { clients } from './de/clients';
import { common } from './de/common';
import { compare } from './de/compare';
import { content } from './de/content';
import { core } from './de/core';
import { errors } from './de/errors';
import { firstRun } from './de/firstRun';
import { form } from './de/form';
import { palette } from './de/palette';
import { policies } from './de/policies';
import { prompts } from './de/prompts';
import { protocolLog } from './de/protocolLog';
import { records } from './de/records';
import { resources } from './de/resources';
import { review } from './de/review';
import { sampling } from './de/sampling';
import { serverForm } from './de/serverForm';
import { servers } from './de/servers';
import { settings } from './de/settings';
import { shared } from './de/shared';
import { tools } from './de/tools';
import type { Catalogue } from './translate';

/** Every text of the page in German. */
export const de: Catalogue = {
  activity,
  agents,
  app,
  apps,
  approvals,
  chart,
  clients,
  common,
  compare,
  content,
  core,
  errors,
  firstRun,
  form,
  palette,
  policies,
  prompts,
  protocolLog,
  records,
  resources,
  review,
  sampling,
  serverForm,
  servers,
  settings,
  shared,
  tools,
};
