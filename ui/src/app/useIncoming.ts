import { useEffect, useState } from 'react';
import { readTextFile } from '../entities/content/readTextFile';
import { isField } from '../lib/fields';
import { sheet } from '../lib/panels';

/** A longer file is neither a configuration nor a document. */
const MAX_FILE_BYTES = 1024 * 1024;

/** What may be a server: a file, a URL, or the text of a configuration or a command. */
const TYPES = ['Files', 'text/uri-list', 'text/plain'];

/** Opens *Add server* with what is pasted outside of a field or dropped onto the window. Returns whether something is over it. */
export function useIncoming(): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    /** What is dragged within the window has its own places. */
    let isOwn = false;
    const onPaste = (event: ClipboardEvent): void => {
      if (event.defaultPrevented || isField(event.target) || isCovered()) return;
      void takeIn(event.clipboardData);
    };
    const isTaken = ({ target, dataTransfer, defaultPrevented }: DragEvent): boolean =>
      !isOwn &&
      !defaultPrevented &&
      dataTransfer !== null &&
      // A file that is dropped elsewhere would open in place of the page.
      (dataTransfer.types.includes('Files') ||
        (!isField(target) && TYPES.some((type) => dataTransfer.types.includes(type))));
    const onDragOver = (event: DragEvent): void => {
      if (!isTaken(event)) return;
      event.preventDefault();
      setOver(!isCovered());
    };
    const onDrop = (event: DragEvent): void => {
      setOver(false);
      if (isTaken(event)) {
        event.preventDefault();
        if (!isCovered()) void takeIn(event.dataTransfer);
      }
      isOwn = false;
    };
    const onLeave = ({ relatedTarget }: DragEvent): void => {
      if (relatedTarget === null) setOver(false);
    };
    const onOwn = (): void => {
      isOwn = true;
    };
    const onOwnEnd = (): void => {
      isOwn = false;
    };
    const stop = new AbortController();
    const { signal } = stop;
    window.addEventListener('paste', onPaste, { signal });
    window.addEventListener('dragstart', onOwn, { signal });
    window.addEventListener('dragend', onOwnEnd, { signal });
    window.addEventListener('dragover', onDragOver, { signal });
    window.addEventListener('dragleave', onLeave, { signal });
    window.addEventListener('drop', onDrop, { signal });
    return () => stop.abort();
  }, []);
  return isOver;
}

/** Whether a dialog or sheet lies over the page. */
const isCovered = (): boolean =>
  sheet.get().kind !== 'closed' || document.querySelector('[role="dialog"]') !== null;

async function takeIn(data: DataTransfer | null): Promise<void> {
  const file = data?.files.item(0) ?? null;
  const paste =
    file === null
      ? (data?.getData('text/plain') ?? '') || (data?.getData('text/uri-list') ?? '')
      : await readTextFile(file, MAX_FILE_BYTES);
  if (paste !== null && paste.trim() !== '') sheet.set({ kind: 'add', paste });
}
