import type { ReactNode, RefObject } from 'react';
import { MenuEntries } from '../../kit/ContextMenu';
import { Button, Menu } from '../../kit/controls';
import { Icon } from '../../kit/Icon';
import { exportCsv } from '../../lib/csv';
import { copyImage } from '../../lib/clipboard';
import { notify } from '../../lib/notify';
import { visibleString } from '../../lib/visible';
import { t } from '../../words/translate';
import { saveBytes, saveText } from '../content/saveContents';
import { drawingText, pngOf, type Drawing } from './drawing';
import type { Plan, Point } from './points';

interface SaveChartProps {
  /** What holds the drawing. */
  drawing: RefObject<HTMLDivElement | null>;
  label: string;
  plan: Plan;
  points: readonly Point[];
}

/** Takes a chart elsewhere: as a drawing, as an image, or its values. */
export function SaveChart({ drawing, label, plan, points }: SaveChartProps): ReactNode {
  const drawn = (): Drawing | null => {
    const svg = drawing.current?.querySelector('svg');
    return svg == null ? null : drawingText(svg, visibleString(label), plan.y.map(visibleString));
  };
  const saveSvg = (): void => {
    const made = drawn();
    if (made !== null) void saveText('chart.svg', made.text);
  };
  const saveCsv = (): void => {
    const head = [plan.x ?? t('chart.rowNumber'), ...plan.y];
    const rows = points.map(({ x, ys }) => [x, ...ys.map((value) => value ?? '')]);
    void saveText('chart.csv', exportCsv([head, ...rows]));
  };
  const savePng = (): void => {
    const made = drawn();
    if (made !== null) void saveBytes('chart.png', () => pngOf(made));
  };
  const copyPng = async (): Promise<void> => {
    const made = drawn();
    if (made !== null) notify((await copyImage(pngOf(made))) ? t('common.copied') : t('common.copyFailed'));
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          size="xs"
          variant="subtle"
          disabled={plan.y.length === 0}
          leftSection={<Icon name="download" size={14} />}
        >
          {t('chart.save')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <MenuEntries
          entries={[
            { kind: 'action', icon: 'image', label: t('chart.asPng'), onPick: savePng },
            { kind: 'action', icon: 'download', label: t('chart.asSvg'), onPick: saveSvg },
            { kind: 'action', icon: 'table', label: t('chart.asCsv'), onPick: saveCsv },
            { kind: 'action', icon: 'copy', label: t('chart.copyPng'), onPick: () => void copyPng() },
          ]}
        />
      </Menu.Dropdown>
    </Menu>
  );
}
