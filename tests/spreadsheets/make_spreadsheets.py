"""Writes the spreadsheets of this folder: the same list, as written by several programs.

Run it on Debian with the packages python3-openpyxl, python3-xlsxwriter, libreoffice-calc-nogui and gnumeric:
/usr/bin/python3 make_spreadsheets.py
"""

import datetime
import subprocess
from pathlib import Path

import openpyxl
import xlsxwriter
from openpyxl.styles.numbers import FORMAT_TEXT

HERE = Path(__file__).parent
ORDERED_AT = datetime.datetime(2026, 11, 20, 18, 0)
TITLE = "Orders of 20 November"
HEADER = ["Order no", "Customer", "Phone", "Amount", "Order date", "Amount due"]
DATE = "dd/mm/yyyy hh:mm"
PHONE = "0000000000"
# The order number of row 5 was typed as 2-Feb and became a date; that of row 6 is a text.
BECAME_DATE = datetime.datetime(2026, 2, 2)


def write_openpyxl(path: Path) -> None:
    """Writes formulas without their results, as openpyxl does."""
    book = openpyxl.Workbook()
    book.active.title = "Cover"
    book.active["A1"] = "Marina Grocery"
    sheet = book.create_sheet("Orders")
    sheet["A1"] = TITLE
    sheet.merge_cells("A1:F1")
    for column, name in enumerate(HEADER, start=1):
        sheet.cell(2, column, name)
    rows = [
        ["A-1", "ليلى حداد", 501234567, "=100+45.1", ORDERED_AT, 60],
        ["A-2", "Omar", 502223344, 30, ORDERED_AT, 30],
        [BECAME_DATE, "Sara", 503334455, 20, ORDERED_AT, 20],
        ["0042", "Huda", 504445566, "=1/0", ORDERED_AT, 10],
    ]
    for line, cells in enumerate(rows, start=3):
        for column, value in enumerate(cells, start=1):
            sheet.cell(line, column, value)
        sheet.cell(line, 3).number_format = PHONE
        sheet.cell(line, 5).number_format = DATE
    sheet["A5"].number_format = "d-mmm"
    sheet["A6"].number_format = FORMAT_TEXT
    sheet.row_dimensions[4].hidden = True
    sheet.column_dimensions["F"].hidden = True
    old = book.create_sheet("Old")
    old.append(HEADER)
    old.append(["B-1", "Nobody", 501234567, 5, ORDERED_AT, 5])
    old.sheet_state = "hidden"
    book.save(path)


def write_xlsxwriter(path: Path) -> None:
    """Writes the results of formulas, and counts dates from 1904."""
    book = xlsxwriter.Workbook(path, {"date_1904": True})
    date, phone = book.add_format({"num_format": DATE}), book.add_format({"num_format": PHONE})
    book.add_worksheet("Cover").write("A1", "Marina Grocery")
    sheet = book.add_worksheet("Orders")
    sheet.merge_range("A1:F1", TITLE)
    sheet.write_row("A2", HEADER)
    rows = [
        ("A-1", "ليلى حداد", 501234567, ("=100+45.1", 145.1), 60),
        ("A-2", "Omar", 502223344, 30, 30),
        (BECAME_DATE, "Sara", 503334455, 20, 20),
        ("0042", "Huda", 504445566, ("=1/0", "#DIV/0!"), 10),
    ]
    for line, (number, customer, mobile, amount, due) in enumerate(rows, start=2):
        if isinstance(number, datetime.datetime):
            sheet.write_datetime(line, 0, number, book.add_format({"num_format": "d-mmm"}))
        else:
            sheet.write_string(line, 0, number)
        sheet.write(line, 1, customer)
        sheet.write(line, 2, mobile, phone)
        if isinstance(amount, tuple):
            sheet.write_formula(line, 3, amount[0], None, amount[1])
        else:
            sheet.write(line, 3, amount)
        sheet.write_datetime(line, 4, ORDERED_AT, date)
        sheet.write(line, 5, due)
    sheet.set_row(3, None, None, {"hidden": True})
    sheet.set_column("F:F", None, None, {"hidden": True})
    old = book.add_worksheet("Old")
    old.write_row("A1", HEADER)
    old.write_row("A2", ["B-1", "Nobody", 501234567, 5])
    old.hide()
    book.close()


def main() -> None:
    """Writes each file; LibreOffice and Gnumeric open the file of another program and save it."""
    write_openpyxl(HERE / "openpyxl.xlsx")
    write_xlsxwriter(HERE / "xlsxwriter.xlsx")
    converted = HERE / "converted"
    source = HERE / "openpyxl.xlsx"
    subprocess.run(["soffice", "--headless", "--convert-to", "xlsx:Calc MS Excel 2007 XML", "--outdir", converted, source], check=True)
    (converted / "openpyxl.xlsx").replace(HERE / "libreoffice.xlsx")
    converted.rmdir()
    subprocess.run(["ssconvert", "--recalc", source, HERE / "gnumeric.xlsx"], check=True)


if __name__ == "__main__":
    main()
