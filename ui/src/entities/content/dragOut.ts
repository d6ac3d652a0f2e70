import type { DragEvent } from 'react';
import { call } from '../../api/client';
import type { ReservedFile, ServerId } from '../../api/generated/contract';
import { dragsFiles } from '../../lib/platform';
import { notify, notifyError } from '../../lib/notify';
import { t } from '../../words/translate';

/** A resource that can be dragged out of the window. */
export interface Draggable {
  serverId: ServerId;
  uri: string;
  mimeType: string | null;
}

/** One drag: the pointer is down on a resource, or it is on its way. */
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
  call('resource.reserveDrag', { ...of }).then(
    (file) => {
      drag.file = file;
    },
    // Then there is nothing to drag, which is all the person needs to see.
    () => undefined,
  );
}

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
  call('resource.writeDrag', { dragId: drag.file.dragId }).then(
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
