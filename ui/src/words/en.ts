import { catalogueOf, type Catalogue } from './catalogue';

/** Every text of the page in English. Those of the terminal and the desktop are read by Rust alone. */
export const en = catalogueOf(
  import.meta.glob<Catalogue>(['./en/*.json', '!./en/{desktop,terminal}.json'], {
    eager: true,
    import: 'default',
  }),
);
