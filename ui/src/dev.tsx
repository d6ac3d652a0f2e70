import { start } from './app/start';
import { createFakeHost } from './host/fake';

// The pages on the host in memory. `?world=empty` starts without servers, `?theme=dark` in the dark.
const query = new URLSearchParams(location.search);
const host = createFakeHost({ servers: query.get('world') === 'empty' ? 'none' : 'several' });
const theme = query.get('theme');
if (theme === 'light' || theme === 'dark') host.world.settings.theme = theme;
start(host);
