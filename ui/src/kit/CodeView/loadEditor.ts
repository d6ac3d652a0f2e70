/** Loads the editor; also ahead, where it will be needed once an answer is there. */
export const loadEditor = () => import('./CodeMirror');
