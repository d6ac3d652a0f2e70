import { activity } from './en/activity';
import { agents } from './en/agents';
import { app } from './en/app';
import { apps } from './en/apps';
import { approvals } from './en/approvals';
import { chart } from './en/chart';
import { clients } from './en/clients';
import { common } from './en/common';
import { compare } from './en/compare';
import { content } from './en/content';
import { core } from './en/core';
import { errors } from './en/errors';
import { firstRun } from './en/firstRun';
import { form } from './en/form';
import { palette } from './en/palette';
import { policies } from './en/policies';
import { prompts } from './en/prompts';
import { protocolLog } from './en/protocolLog';
import { records } from './en/records';
import { resources } from './en/resources';
import { review } from './en/review';
import { sampling } from './en/sampling';
import { serverForm } from './en/serverForm';
import { servers } from './en/servers';
import { settings } from './en/settings';
import { shared } from './en/shared';
import { tools } from './en/tools';

/**
 * Every text of the page in English, by key.
 *
 * The syntax is ICU MessageFormat: `{name}`, `{count, plural, one {# tool} other {# tools}}`, `<b>…</b>` for `t.rich`.
 */
export const en = {
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
} as const;
