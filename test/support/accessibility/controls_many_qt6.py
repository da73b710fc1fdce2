"""A maximised Qt 6 window of many buttons. usage: controls_many_qt6.py TITLE COUNT"""
import json
import sys

from PyQt6.QtCore import QTimer
from PyQt6.QtWidgets import QApplication, QGridLayout, QPushButton, QWidget

app = QApplication(sys.argv[:1])
window = QWidget()
window.setWindowTitle(sys.argv[1])
grid = QGridLayout(window)
for i in range(int(sys.argv[2])):
    grid.addWidget(QPushButton(f'Button {i}'), i // 10, i % 10)
window.showMaximized()
QTimer.singleShot(800, lambda: print(json.dumps({'ready': True}), flush=True))
app.exec()
