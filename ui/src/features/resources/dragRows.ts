import { endDrag, pressDraggable, startDrag } from '../../entities/content/dragOut';
import type { DragOut } from '../../kit/SectionScroller';
import { dragsFiles } from '../../lib/platform';
import type { Row } from './rows';

/** Resources in any view are dragged out of the window as files. */
export const dragRows: DragOut<Row> = {
  isDraggable: (row) => dragsFiles && row.kind === 'entry' && row.entry.kind === 'resource',
  onPress: (row) => {
    if (row.kind !== 'entry' || row.entry.kind !== 'resource') return;
    const { serverId, uri, mimeType } = row.entry.head;
    pressDraggable({ serverId, uri, mimeType });
  },
  onStart: startDrag,
  onEnd: endDrag,
};
