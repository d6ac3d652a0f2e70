import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { expectAccessible, renderPart } from '../../test/render';
import { t } from '../../words/translate';
import { AudioPlayer } from './AudioPlayer';

test('a sound is played, paused and sought, once its length is known', async () => {
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  const pause = vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue();
  const { user } = renderPart(<AudioPlayer src="blob:a" label="Bell" onError={() => undefined} />);
  const sound = screen.getByLabelText<HTMLAudioElement>('Bell');
  const slider = screen.getByRole<HTMLInputElement>('slider', { name: t('content.preview.position') });
  const shown = () => ({ text: slider.getAttribute('aria-valuetext'), disabled: slider.disabled });
  expect(shown()).toEqual({ text: '0:00 / –', disabled: true });
  await user.click(screen.getByRole('button', { name: t('content.preview.play') }));
  expect(play.mock.calls.length).toBe(1);
  fireEvent.play(sound);
  Object.defineProperty(sound, 'duration', { value: 125 });
  fireEvent.durationChange(sound);
  fireEvent.change(slider, { target: { value: '65' } });
  expect([shown(), sound.currentTime]).toEqual([{ text: '1:05 / 2:05', disabled: false }, 65]);
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: t('common.pause') }));
  expect(pause.mock.calls.length).toBe(1);
  fireEvent.ended(sound);
  expect(screen.getByRole('button', { name: t('content.preview.play') })).toBeDefined();
});
