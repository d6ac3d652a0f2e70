import { describe, expect, it } from 'vitest';
import { t } from '../../words/translate';
import { sentText } from './sent';

describe('sentText', () => {
  it('says what is left out', () => expect(sentText(undefined)).toBe(t('approvals.sent.absent')));
  it('shows text as it is', () => expect(sentText('a b')).toBe('a b'));
  it('joins choices', () => expect(sentText(['mo', 'tu'])).toBe('mo, tu'));
  it('shows other values as JSON', () =>
    expect([true, 30, null].map(sentText)).toEqual(['true', '30', 'null']));
});
