/** Texts by name, some of them in sections. */
export interface Catalogue {
  readonly [name: string]: string | Catalogue;
}

/** Joins the texts of files by area, which is the name of a file up to its first dot. */
export function catalogueOf(files: Record<string, Catalogue>): Catalogue {
  const areas: Record<string, Catalogue> = {};
  for (const [path, texts] of Object.entries(files)) {
    const [area = ''] = path.slice(path.lastIndexOf('/') + 1).split('.');
    areas[area] = { ...areas[area], ...texts };
  }
  return areas;
}
