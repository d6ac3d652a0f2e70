/** How large a picture or video is (`px`), or a page of a document (`pt` = 1/72 inch). */
export interface Dimensions {
  readonly unit: 'px' | 'pt';
  readonly width: number;
  readonly height: number;
}
