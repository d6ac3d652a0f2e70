import { start } from './app/start';
import { tauriHost } from './host/tauri';

start(tauriHost);
