// The worker of openPdf.ts: the library's own, which bounds nothing and says only on its console that it left an image
// out.

import './pdfLimits';
import 'pdfjs-dist/legacy/build/pdf.worker.min.mjs';
import { forwardLargeImages } from './largeImages';

forwardLargeImages(console, (found) => postMessage(found));
