import { start } from './app/start';
import { tauriHost } from './host/tauri';

void start(tauriHost);
