import { catalogueOf, type Catalogue } from './catalogue';

/** Every text of the page in German. */
export const de = catalogueOf(
  import.meta.glob<Catalogue>(['./de/*.json', '!./de/{desktop,terminal}.json'], {
    eager: true,
    import: 'default',
  }),
);
