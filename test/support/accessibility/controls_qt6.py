"""The same window in Qt 6. usage: controls_qt6.py TITLE"""
import json
import sys

from PyQt6.QtCore import Qt, QTimer
from PyQt6.QtWidgets import (
    QApplication,
    QCheckBox,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QPushButton,
    QScrollArea,
    QSlider,
    QVBoxLayout,
    QWidget,
)


def say(**words):
    print(json.dumps(words), flush=True)


app = QApplication(sys.argv[:1])
window = QWidget()
window.setWindowTitle(sys.argv[1])
window.resize(420, 360)
box = QVBoxLayout(window)
row = QHBoxLayout()
box.addLayout(row)


def button(layout, name):
    one = QPushButton(name)
    one.clicked.connect(lambda: say(clicked=name))
    layout.addWidget(one)
    return one


for name in ('Alpha', 'Beta', 'Greyed', 'Delta'):
    one = button(row, name)
    one.setEnabled(name != 'Greyed')
check = QCheckBox('Check')
check.toggled.connect(lambda: say(clicked='Check'))
box.addWidget(check)
field = QLineEdit()
field.setAccessibleName('Field')
field.textChanged.connect(lambda text: say(text=text))
box.addWidget(field)
secret = QLineEdit('hidden words')
secret.setEchoMode(QLineEdit.EchoMode.Password)
secret.setAccessibleName('Secret')
box.addWidget(secret)
scale = QSlider(Qt.Orientation.Horizontal)
scale.setAccessibleName('Scale')
scale.valueChanged.connect(lambda value: say(value=value))
box.addWidget(scale)
area = QScrollArea()
area.setFixedHeight(70)
inside = QWidget()
column = QVBoxLayout(inside)
for name in ('First', 'Second', 'Third', 'Fourth', 'Fifth'):
    button(column, name)
area.setWidget(inside)
box.addWidget(area)
rows = QListWidget()
rows.addItems([f'Row {i}' for i in range(3)])
rows.setFixedHeight(60)
rows.itemClicked.connect(lambda item: say(clicked=item.text()))
box.addWidget(rows)
window.show()
QTimer.singleShot(600, lambda: say(ready=True))
app.exec()
