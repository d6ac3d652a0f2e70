import { useComputedColorScheme } from '../../kit/controls';
import type { ReactNode } from 'react';
import type { IconImage, SourceId, ThemedIcon } from '../../api/generated/contract';
import { useAnswer, useServers } from '../../api/queries';
import { useObjectUrl } from '../../lib/objectUrl';
import { Icon } from '../../kit/Icon';
import type { IconName } from '../../kit/iconPaths';
import { cx } from '../../lib/cx';
import styles from '../../kit/icons.module.css';

/** The icon of a server; `null` = it has none, or is none. */
export const useServerIcon = (id: SourceId | undefined): ThemedIcon | null =>
  useServers().data?.find((server) => server.id === id)?.icon ?? null;

interface ServerIconProps {
  icon: ThemedIcon | null;
  size?: 14 | 16 | 20 | 28 | 32;
}

/** A server's own icon on its tile, or the host's drawing of a server. Always decoration: the label stands beside it. */
export function ServerIcon({ icon, size = 20 }: ServerIconProps): ReactNode {
  const drawn = (
    <span className={cx(styles.tile, styles['tile-own'])} data-size={size} aria-hidden>
      <Icon name="server" size={size >= 28 ? 16 : 12} />
    </span>
  );
  return icon === null ? drawn : <Offered icon={icon} size={size} fallback={drawn} />;
}

interface EntryIconProps {
  icon: ThemedIcon | null;
  /** What is shown if the server offers no icon. */
  fallback: IconName;
  size?: 20 | 32;
}

/** The icon of a tool, resource, template or prompt. */
export function EntryIcon({ icon, fallback, size = 20 }: EntryIconProps): ReactNode {
  const drawn = (
    <span
      className={size === 32 ? cx(styles.tile, styles['tile-own']) : styles['entry-icon']}
      data-size={size}
      aria-hidden
    >
      <Icon name={fallback} size={size === 32 ? 20 : 16} />
    </span>
  );
  return icon === null ? drawn : <Offered icon={icon} size={size} fallback={drawn} />;
}

/** The icon a server offers. Rows without one do not ask for it: many of them come and go in each frame of a scroll. */
function Offered({
  icon,
  size,
  fallback,
}: {
  icon: ThemedIcon;
  size: number;
  fallback: ReactNode;
}): ReactNode {
  const source = useIconSource(icon);
  if (source === null) return fallback;
  return <img className={styles.tile} data-size={size} src={source} alt="" />;
}

/** The URL of the picture for the current theme; `null` while there is none. */
function useIconSource(icon: ThemedIcon): string | null {
  const scheme = useComputedColorScheme('light');
  const key = icon[scheme];
  // Keys name contents, so an answer is good for the whole run.
  const { data } = useAnswer('icon.get', key && { key }, { gcTime: Number.POSITIVE_INFINITY });
  return useObjectUrl(data === undefined ? null : pictureOf(data));
}

const pictures = new WeakMap<IconImage, { base64: string; mimeType: string }>();

/** The same object for the same answer, so that its URL is made once. */
function pictureOf(data: IconImage): { base64: string; mimeType: string } | null {
  if (data.kind !== 'png') return null;
  const known = pictures.get(data);
  if (known !== undefined) return known;
  const fresh = { base64: data.base64, mimeType: 'image/png' };
  pictures.set(data, fresh);
  return fresh;
}
