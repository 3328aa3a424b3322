/** Replaces the parts of the PDF library that draw HTML and SVG, which our documents do not use. */
export default null;
