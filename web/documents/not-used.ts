/** Stands for parts of the PDF library that draw HTML and SVG: our documents are drawn by hand. */
export default null;
