/** The pages of floors in place of the page around them, each lying or upright as its floor is; for the document itself. */
export const printStyle = `
  @media screen {
    .floorplan-sheets {
      display: none;
    }
  }
  @page {
    margin: 10mm;
  }
  @page upright {
    size: portrait;
  }
  @page lying {
    size: landscape;
  }
  @media print {
    html, body {
      display: block !important;
      position: static !important;
      height: auto !important;
      min-height: 0 !important;
      margin: 0 !important;
      padding: 0 !important;
      overflow: visible !important;
      background: none !important;
    }
    body > :not(.floorplan-sheets) {
      display: none !important;
    }
    .floorplan-sheets > section {
      break-after: page;
      break-inside: avoid;
      print-color-adjust: exact;
      -webkit-print-color-adjust: exact;
    }
    .floorplan-sheets > section:last-child {
      break-after: auto;
    }
    .floorplan-sheets > .upright {
      page: upright;
    }
    .floorplan-sheets > .lying {
      page: lying;
    }
    .floorplan-sheets svg {
      display: block;
      max-width: 100%;
    }
  }
`;
