import type { DragEvent, HTMLAttributes } from 'react';
import { call } from '../../api/client';
import type { ContentParams, ReservedFile, ReserveDragParams, SavedFile } from '../../api/generated/contract';
import { dragsFiles } from '../../lib/platform';
import { notify, notifyError } from '../../lib/notify';
import { t } from '../../words/translate';
import { textFileName } from './saveContents';

/** A text that came without a URI, and what its file is called. */
interface DraggableText {
  name: string;
  text: string;
}

/** A resource, a content that its server sent already, or a text. */
export type Draggable = ReserveDragParams | ContentParams | DraggableText;

/** One drag: the pointer is down on something, or it is on its way. */
interface Drag {
  of: Draggable;
  file: ReservedFile | null;
  state: 'pressed' | 'writing' | 'written' | 'failed';
}

let current: Drag | null = null;

/** The pointer went down: a path is reserved, for what a drag carries has to be known when it begins. Nothing is read. */
export function pressDraggable(of: Draggable): void {
  if (!dragsFiles) return;
  const drag: Drag = { of, file: null, state: 'pressed' };
  current = drag;
  reserve(of).then(
    (file) => {
      drag.file = file;
    },
    // Then there is nothing to drag, which is all the person needs to see.
    () => undefined,
  );
}

function reserve(of: Draggable): Promise<ReservedFile> {
  if ('contentId' in of) return call('content.reserveDrag', { ...of });
  if ('text' in of) return call('content.reserveTextDrag', { name: of.name });
  return call('resource.reserveDrag', { ...of });
}

const write = (of: Draggable, dragId: number): Promise<SavedFile> =>
  'text' in of
    ? call('content.writeTextDrag', { dragId, text: of.text })
    : call('resource.writeDrag', { dragId });

/** The drag begins: what it carries is the path of a file, which is written now. */
export function startDrag(event: Pick<DragEvent, 'dataTransfer' | 'preventDefault'>): void {
  const drag = current;
  if (drag === null || drag.file === null || drag.state !== 'pressed') {
    event.preventDefault();
    return;
  }
  const { dataTransfer } = event;
  dataTransfer.clearData();
  dataTransfer.effectAllowed = 'copy';
  dataTransfer.setData('text/uri-list', drag.file.fileUrl);
  drag.state = 'writing';
  write(drag.of, drag.file.dragId).then(
    () => {
      drag.state = 'written';
    },
    (error: unknown) => {
      drag.state = 'failed';
      notifyError(error);
    },
  );
}

/** The drag ends; a file that was dropped before it was there is said. */
export function endDrag({ dataTransfer }: Pick<DragEvent, 'dataTransfer'>): void {
  if (current?.state === 'writing' && dataTransfer.dropEffect !== 'none') notify(t('content.drag.tooEarly'));
  current = null;
}

/** Whether it is what a person drags, and no text they select. */
const isDragged = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('img, [draggable="true"]') !== null;

/** Lets something be dragged out of the window by the images and the handles in an element. */
export function dragProps(
  of: Draggable | null,
): Pick<HTMLAttributes<HTMLElement>, 'onMouseDown' | 'onDragStart' | 'onDragEnd'> {
  if (of === null || !dragsFiles) return {};
  return {
    onMouseDown: (event) => {
      if (event.button !== 0 || !isDragged(event.target)) return;
      event.stopPropagation();
      pressDraggable(of);
    },
    onDragStart: (event) => {
      if (!isDragged(event.target)) return;
      event.stopPropagation();
      startDrag(event);
    },
    onDragEnd: endDrag,
  };
}

/** A content as it is dragged; `null` = the core has no bytes of it. */
export const draggableContent = (contentId: ContentParams['contentId'] | null): Draggable | null =>
  contentId === null ? null : { contentId };

/** A text that came without a URI, as it is dragged. */
export const draggableText = (name: string, text: string): Draggable => ({ name: textFileName(name), text });
