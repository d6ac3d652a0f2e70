import { t } from '../../words/translate';

/** The texts of the editor's own search panel and folds, by its English ones. */
export const phrases = (): Record<string, string> => ({
  Find: t('content.editor.find'),
  Replace: t('content.editor.replace'),
  next: t('content.editor.next'),
  previous: t('content.editor.previous'),
  all: t('content.editor.all'),
  'match case': t('content.editor.matchCase'),
  regexp: t('content.editor.regexp'),
  'by word': t('content.editor.wholeWord'),
  replace: t('content.editor.replace'),
  'replace all': t('content.editor.replaceAll'),
  close: t('common.close'),
  'Go to line': t('content.editor.goToLine'),
  go: t('content.editor.go'),
  'current match': t('content.editor.currentMatch'),
  'on line': t('content.editor.onLine'),
  'Fold line': t('content.editor.collapseLine'),
  'Unfold line': t('content.editor.expandLine'),
  'folded code': t('content.editor.collapsed'),
  unfold: t('common.expand'),
  'Folded lines': t('content.editor.collapsedLines'),
  'Unfolded lines': t('content.editor.expandedLines'),
  to: t('content.editor.to'),
  'replaced match on line $': t('content.editor.replacedOnLine'),
  'replaced $ matches': t('content.editor.replacedMatches'),
});
